/**
 * Signatures of bundles: Ed25519 over the bytes of the manifest, which names every file by its hash. They lie
 * in a file beside the manifest, so that it is the same under any signature. Keys are those of node:crypto
 * and openssl: PEM, PKCS#8 for a private one, and the one line of base64 of the PEM of a public one (SPKI).
 */

import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto'
import { SpecimenError } from '../../contract/domain/errors.ts'
import { idRule, isId } from '../../contract/domain/specimen.ts'
import { toCommand } from '../../contract/text/to-command.ts'
import { readConfigFile } from '../files/read-config-file.ts'

const keyFileBytes = 2 ** 20

/** The keys of accepted signers, by name. */
export type SignerKeys = ReadonlyMap<string, KeyObject>

/** Returns the text of a signature of a manifest. `pem` is a private key. @throws `config.invalid` */
export function signManifest(manifest: Uint8Array, pem: string): string {
  let key: KeyObject
  try {
    key = createPrivateKey(pem)
  } catch (cause) {
    throw new SpecimenError('config.invalid', `The key must be a private key as PEM. ${newKeyRemedy}`, {
      cause,
    })
  }
  if (key.asymmetricKeyType !== 'ed25519') {
    const keyType = key.asymmetricKeyType ?? key.type
    throw new SpecimenError(
      'config.invalid',
      `The key must be one of Ed25519 (got ${keyType}). ${newKeyRemedy}`,
    )
  }
  return `${sign(null, manifest, key).toString('base64')}\n`
}

const newKeyRemedy = `${toCommand('sign --new-key FILE')} makes one.`

/** Whoever has signed a bundle: a name of the operator's, and the public key. */
export interface Signer {
  readonly name: string
  readonly key: KeyObject
}

/** Returns the signer and key that fit a manifest and its signature; undefined when none does. */
export function findSigner(keys: SignerKeys, manifest: Uint8Array, signature: string): Signer | undefined {
  const bytes = Buffer.from(signature.trim(), 'base64')
  const signer = [...keys].find(([, key]) => verify(null, manifest, key, bytes))
  return signer && { name: signer[0], key: signer[1] }
}

/** Returns a new pair: the private key as PEM, the public one as a line for a file of keys. */
export function createSignerKey(): { readonly pem: string; readonly publicLine: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  return { pem, publicLine: publicKey.export({ type: 'spki', format: 'der' }).toString('base64') }
}

/**
 * Reads the keys of a file at each call, so that changes need no restart; null where bundles need no
 * signature. @throws `config.invalid` naming the line
 */
export type KeyReader = () => Promise<SignerKeys | null>

/** Returns the reader of the keys in a file; without a path bundles need no signature. */
export function createKeyReader(path: string | undefined): KeyReader {
  return async () =>
    path === undefined
      ? null
      : parseSignerKeys(await readConfigFile(path, "signers' keys", keyFileBytes), path)
}

/**
 * Returns the keys of a text, `<name> <base64 of the public key>` a line. Empty lines and those that begin
 * with # are skipped. @throws `config.invalid` naming the line
 */
export function parseSignerKeys(text: string, what: string): SignerKeys {
  const keys = new Map<string, KeyObject>()
  for (const [i, line] of text.split(/\r?\n/).entries()) {
    const words = line.trim().split(/\s+/)
    if (words[0] === '' || words[0]?.startsWith('#')) continue
    const [name, key] = parseKeyLine(words, `${what}, line ${i + 1}`)
    if (keys.has(name)) throw keyLineError(`${what}, line ${i + 1}`, `the name ${name} must be there once`)
    keys.set(name, key)
  }
  return keys
}

function parseKeyLine(words: readonly string[], at: string): [name: string, key: KeyObject] {
  const [name, text = ''] = words
  if (!isId(name) || words.length !== 2)
    throw keyLineError(
      at,
      `the line must be <name> <key>, the name ${idRule}, as ${toCommand('sign --new-key')} prints it`,
    )
  try {
    const key = createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' })
    if (key.asymmetricKeyType === 'ed25519') return [name, key]
  } catch {
    // Reported below, as a key of another kind is.
  }
  throw keyLineError(
    at,
    `the key must be the base64 of a public Ed25519 key, as ${toCommand('sign --new-key')} prints it`,
  )
}

function keyLineError(at: string, problem: string): SpecimenError {
  return new SpecimenError('config.invalid', `${at}: ${problem}.`)
}
