/** Requirements that a step of a flame board can have before a flame may enter it. */
export const stepRequirements = [
  'PICKUP_DATE',
  'AVIS_PHONE',
  'AVIS_EMAIL',
  'PACKAGES_CURRENT',
  'UID_VERIFIED_IF_TAX_FREE',
  'SAP_NUMBER',
] as const
export type StepRequirement = (typeof stepRequirements)[number]
