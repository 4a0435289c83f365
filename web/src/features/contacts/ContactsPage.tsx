export const ContactsPage = () => null
