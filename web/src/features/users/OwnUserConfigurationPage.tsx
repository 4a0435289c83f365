export const OwnUserConfigurationPage = () => null
