import { useScreenParams } from '../../ui/navigation/screens.ts'

/** Returns the URL parameters of a contact and of the entry shown within it. */
export const useContactParams = () =>
  useScreenParams('contact', 'contactAttachment', 'contactComment', 'contactEncounter')
