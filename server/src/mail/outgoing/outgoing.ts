// What other slices may do with messages that leave.
export { testSending } from './smtp.ts'
