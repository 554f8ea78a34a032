import { isIP } from 'node:net'
import { isLoopback } from '../contract/domain/loopback.ts'
import { type CheckedCertificate, toDay } from '../service/tls/checked-certificate.ts'
import { drawTerminalCode } from './terminal-code.ts'

/** A host with TLS, as a person with a headset in the hand sees it. */
export interface SecureHost {
  /** The address of `--host`, such as `0.0.0.0`. */
  readonly host: string
  readonly port: number
  readonly certificate: Pick<CheckedCertificate, 'names' | 'until' | 'fingerprint' | 'isSelfSigned'>
  /** The addresses at which other machines may reach this one. */
  readonly reachable: readonly string[]
}

/** Returns lines for a terminal: the addresses, the first as a code, the certificate, and the cable. */
export function describeSecureAddress(host: SecureHost): string {
  const { fingerprint, until, isSelfSigned } = host.certificate
  const { port } = host
  const addresses = listAddresses(host)
  const [first] = addresses
  const ways =
    first === undefined
      ? ['Other devices do not reach this address; --host 0.0.0.0 lets them, and wants tokens.']
      : ['For a headset or a phone in this network:', ...addresses.map((address) => `  ${address}`)]
  const warning = isSelfSigned
    ? ['Browsers warn of it, because this machine has signed it itself: compare the fingerprint, then go on.']
    : []
  const lines = [
    ...ways,
    ...(first === undefined ? [] : [drawTerminalCode(first)]),
    `Certificate, SHA-256, until ${toDay(until)}:`,
    `  ${fingerprint}`,
    ...warning,
    `By a cable instead: adb reverse tcp:${port} tcp:${port}, then https://localhost:${port} there`,
  ]
  return `${lines.join('\n')}\n`
}

/** Returns the addresses to open on another device, the best first; none for a loopback address. */
function listAddresses({ host, port, certificate, reachable }: SecureHost): string[] {
  const write = (name: string): string =>
    new URL(`https://${isIP(name) === 6 ? `[${name}]` : name}:${port}`).origin
  if (isLoopback(host)) return []
  if (!certificate.isSelfSigned) return certificate.names.filter(isPlainName).map(write)
  return (host === '0.0.0.0' || host === '::' ? reachable : [host]).map(write)
}

function isPlainName(name: string): boolean {
  return !name.startsWith('*') && !isLoopback(name)
}
