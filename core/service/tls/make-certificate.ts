import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isIP } from 'node:net'
import {
  writeBits,
  writeElement,
  writeIdentifier,
  writeInteger,
  writeOctets,
  writeSequence,
  writeSet,
  writeText,
  writeTime,
  writeTrue,
} from './write-der.ts'

/** A certificate and its private key, both as PEM. */
export interface CertificatePair {
  readonly certificate: string
  readonly key: string
}

/** The statements of a certificate. */
export interface CertificateTerms {
  /** Names of DNS and addresses, such as `localhost` and `192.168.1.20`; at least one. */
  readonly names: readonly string[]
  /** Its first moment, in milliseconds since 1970. */
  readonly from: number
  /** Its last moment, in milliseconds since 1970. */
  readonly until: number
}

const identifiers = {
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
  commonName: '2.5.4.3',
  keyUsage: '2.5.29.15',
  alternativeNames: '2.5.29.17',
  basicConstraints: '2.5.29.19',
  extendedKeyUsage: '2.5.29.37',
  serverAuthentication: '1.3.6.1.5.5.7.3.1',
} as const

/** Tags of the context: the version and extensions of a certificate, and two forms of a name. */
const contextTags = { version: 0xa0, extensions: 0xa3, dnsName: 0x82, address: 0x87 } as const

/**
 * Returns a new key (P-256) and a certificate for it that is signed with itself (X.509 version 3, RFC 5280):
 * for servers alone and no authority, so that a device that trusts it trusts no other. Node makes none; the
 * packages that do (selfsigned, @peculiar/x509) bring two dozen others for these few elements.
 */
export function makeCertificate({ names, from, until }: CertificateTerms): CertificatePair {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const algorithm = writeSequence(writeIdentifier(identifiers.ecdsaWithSha256))
  const holder = writeName(`Specimen host ${names[0] ?? ''}`.trim().slice(0, 64))
  const body = writeSequence(
    writeElement(contextTags.version, writeInteger(Buffer.of(2))),
    writeInteger(randomBytes(16)),
    algorithm,
    holder, // the issuer
    writeSequence(writeTime(from), writeTime(until)),
    holder,
    publicKey.export({ type: 'spki', format: 'der' }),
    writeElement(contextTags.extensions, writeSequence(...writeExtensions(names))),
  )
  const signature = sign('sha256', body, privateKey)
  return {
    certificate: toPem('CERTIFICATE', writeSequence(body, algorithm, writeBits(signature))),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}

function writeExtensions(names: readonly string[]): Buffer[] {
  const digitalSignature = writeBits(Buffer.of(0x80), 7)
  const serverOnly = writeSequence(writeIdentifier(identifiers.serverAuthentication))
  return [
    writeExtension(identifiers.basicConstraints, writeSequence(), true), // no authority
    writeExtension(identifiers.keyUsage, digitalSignature, true),
    writeExtension(identifiers.extendedKeyUsage, serverOnly),
    writeExtension(identifiers.alternativeNames, writeSequence(...names.map(writeAlternative))),
  ]
}

function writeExtension(identifier: string, value: Buffer, isCritical = false): Buffer {
  const mark = isCritical ? [writeTrue()] : []
  return writeSequence(writeIdentifier(identifier), ...mark, writeOctets(value))
}

function writeName(commonName: string): Buffer {
  const part = writeSequence(writeIdentifier(identifiers.commonName), writeText(commonName))
  return writeSequence(writeSet(part))
}

function writeAlternative(name: string): Buffer {
  if (isIP(name) === 0) return writeElement(contextTags.dnsName, Buffer.from(name, 'latin1'))
  return writeElement(contextTags.address, toAddressBytes(name))
}

/** Returns the 4 or 16 bytes of an address. */
function toAddressBytes(address: string): Buffer {
  if (isIP(address) === 4) return Buffer.from(address.split('.').map(Number))
  const host = new URL(`http://[${address}]`).hostname.slice(1, -1) // without an IPv4 form at its end
  const [head = '', tail] = host.split('::')
  const toGroups = (text: string): number[] =>
    text === '' ? [] : text.split(':').map((digits) => Number.parseInt(digits, 16))
  const [first, last] = [toGroups(head), toGroups(tail ?? '')]
  const gap = new Array<number>(8 - first.length - last.length).fill(0)
  return Buffer.from([...first, ...gap, ...last].flatMap((group) => [group >> 8, group & 0xff]))
}

function toPem(label: string, bytes: Buffer): string {
  const lines = bytes.toString('base64').match(/.{1,64}/g) ?? []
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n')
}
