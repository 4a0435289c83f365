import { useScreenParams } from '../../ui/navigation/screens.ts'

/** What the address of a contact names, with the part of it that is followed. */
export const useContactParams = () =>
  useScreenParams('contact', 'contactAttachment', 'contactComment', 'contactEncounter')
