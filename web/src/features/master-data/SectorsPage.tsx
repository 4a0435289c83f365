export const SectorsPage = () => null
