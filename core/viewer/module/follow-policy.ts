/**
 * Reports, with the remedy, what the policy of a page refuses to a view in it. To the view, its requests fail
 * as if the host were away. Returns the function that stops it.
 */
export function followPolicy(host: string, onRefused: (text: string) => void): () => void {
  const { origin } = new URL(host)
  const look = ({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent): void => {
    const isOurs = blockedURI === 'blob' || blockedURI.startsWith(origin)
    if (!isOurs || !/^(connect|worker)-src$/.test(effectiveDirective)) return
    const missing = blockedURI === 'blob' ? 'blob:' : origin
    const found = 'The Content-Security-Policy of this page keeps the specimen out.'
    onRefused(`${found} Add ${missing} to its ${effectiveDirective}.`)
  }
  document.addEventListener('securitypolicyviolation', look)
  return () => document.removeEventListener('securitypolicyviolation', look)
}
