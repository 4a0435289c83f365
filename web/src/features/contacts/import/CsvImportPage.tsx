export const CsvImportPage = () => null
