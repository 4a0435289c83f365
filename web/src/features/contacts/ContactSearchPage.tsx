export const ContactSearchPage = () => null
