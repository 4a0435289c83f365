/** What a person types for a decimal (1'234,5), as the API wants it (1234.5); anything else stays as it is. */
export const typedDecimal = (text: string) => text.replace(/['’\s]/g, '').replace(',', '.')
