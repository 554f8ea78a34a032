import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { createSecureContext, type SecureContext } from 'node:tls'
import { SpecimenError } from '../../contract/domain/errors.ts'
import { toThrownText } from '../../contract/text/thrown-text.ts'
import type { CertificatePair } from './make-certificate.ts'

/** A certificate that a server can use now. */
export interface CheckedCertificate {
  /** Its names and addresses, in its order. */
  readonly names: readonly string[]
  /** Its last moment, in milliseconds since 1970. */
  readonly until: number
  /** The SHA-256 of its bytes as browsers show it: `AB:CD:…`. */
  readonly fingerprint: string
  /** True when it is signed with its own key, so that clients know it only by its fingerprint. */
  readonly isSelfSigned: boolean
  readonly context: SecureContext
}

/** The files of a certificate and of its key. */
export interface PairPaths {
  readonly certificate: string
  readonly key: string
}

/**
 * Returns a certificate with its key; certificates of authorities may follow it in the PEM.
 * @throws `config.invalid` when either cannot be read, they do not fit each other, or it is not valid `now`
 */
export function checkPair(pair: CertificatePair, paths: PairPaths, now: number): CheckedCertificate {
  const certificate = parseCertificate(pair.certificate, paths.certificate)
  const key = parseKey(pair.key, paths.key)
  if (!certificate.checkPrivateKey(key))
    throw invalid(
      `${paths.key} is not the key of ${paths.certificate}. Name the two files that belong together.`,
    )
  const [from, until] = [Date.parse(certificate.validFrom), Date.parse(certificate.validTo)]
  if (now > until)
    throw invalid(`${paths.certificate} has ended (${toDay(until)}). Renew it, and name the new file.`)
  if (now < from)
    throw invalid(`${paths.certificate} begins on ${toDay(from)} only. Set the clock, or name another.`)
  return {
    names: listNames(certificate),
    until,
    fingerprint: certificate.fingerprint256,
    isSelfSigned: certificate.subject === certificate.issuer && certificate.verify(certificate.publicKey),
    context: createContext(pair, paths),
  }
}

/** Returns the day of a time, in UTC. */
export function toDay(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10)
}

function parseCertificate(pem: string, path: string): X509Certificate {
  try {
    return new X509Certificate(pem)
  } catch (cause) {
    const wanted = 'It begins with -----BEGIN CERTIFICATE-----, the one of this host first.'
    throw invalid(`${path} must be a certificate as PEM (${toThrownText(cause)}). ${wanted}`, cause)
  }
}

function parseKey(pem: string, path: string): KeyObject {
  try {
    return createPrivateKey(pem)
  } catch (cause) {
    const isLocked = /-----BEGIN ENCRYPTED|^Proc-Type: 4,ENCRYPTED/m.test(pem)
    const found = isLocked ? 'it wants a passphrase' : toThrownText(cause)
    const remedy = isLocked
      ? 'openssl pkey -in FILE -out NEW writes it without.'
      : 'Name that of the certificate.'
    throw invalid(`${path} must be a private key as PEM, without a passphrase (${found}). ${remedy}`, cause)
  }
}

/** Has OpenSSL judge what it would else refuse at each handshake, such as a key that is too short. */
function createContext({ certificate, key }: CertificatePair, paths: PairPaths): SecureContext {
  try {
    return createSecureContext({ cert: certificate, key })
  } catch (cause) {
    throw invalid(
      `${paths.certificate} cannot be used for TLS (${toThrownText(cause)}). Name another certificate.`,
      cause,
    )
  }
}

/** Reads names as Node writes them: `DNS:localhost, IP Address:127.0.0.1`; odd ones stand in quotes. */
function listNames({ subjectAltName = '' }: X509Certificate): string[] {
  return subjectAltName.split(', ').flatMap((entry) => {
    const [, kind, name = ''] = /^(DNS|IP Address):(.*)$/.exec(entry) ?? []
    if (kind === 'IP Address' && name.includes(':'))
      return [new URL(`http://[${name}]`).hostname.slice(1, -1)]
    return kind === undefined ? [] : [name.toLowerCase()]
  })
}

function invalid(detail: string, cause?: unknown): SpecimenError {
  return new SpecimenError('config.invalid', detail, { cause })
}
