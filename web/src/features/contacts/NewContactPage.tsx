export const NewContactPage = () => null
