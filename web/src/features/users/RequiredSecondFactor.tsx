export const RequiredSecondFactor = () => null
