interface Proxy {
  readonly proxyOwnerRef: string | null
  readonly proxyOwnerFrom: string | null
  readonly proxyOwnerUntil: string | null
  readonly proxyAbsenceRef?: string | undefined
}

/** What a form of a card holds of its proxy: one that follows from an absence was entered by nobody. */
export const enteredProxy = ({ proxyAbsenceRef, proxyOwnerRef, proxyOwnerFrom, proxyOwnerUntil }: Proxy) =>
  proxyAbsenceRef
    ? { proxyOwnerRef: null, proxyOwnerFrom: null, proxyOwnerUntil: null }
    : { proxyOwnerRef, proxyOwnerFrom, proxyOwnerUntil }
