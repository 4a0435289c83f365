interface Proxy {
  readonly proxyOwnerRef: string | null
  readonly proxyOwnerFrom: string | null
  readonly proxyOwnerUntil: string | null
  readonly proxyAbsenceRef?: string | undefined
}

/**
 * Returns the form values of a card's proxy; one that results from an absence is omitted, because nobody entered it.
 */
export const enteredProxy = ({ proxyAbsenceRef, proxyOwnerRef, proxyOwnerFrom, proxyOwnerUntil }: Proxy) =>
  proxyAbsenceRef
    ? { proxyOwnerRef: null, proxyOwnerFrom: null, proxyOwnerUntil: null }
    : { proxyOwnerRef, proxyOwnerFrom, proxyOwnerUntil }
