// Exports of outgoing mail for other slices.
export { prepareProductMessage } from './by-product.ts'
export { fileOutgoing, type OutgoingEmail } from './file-outgoing.ts'
export { textOfHtml } from './plain-text.ts'
export { testSending } from './smtp.ts'
