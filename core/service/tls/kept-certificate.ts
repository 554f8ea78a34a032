import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { SpecimenError } from '../../contract/domain/errors.ts'
import { inTime, toFileError } from '../../engine/files/open-file.ts'
import { readConfigFile } from '../../engine/files/read-config-file.ts'
import { createFile } from '../../engine/files/replace.ts'
import { type CheckedCertificate, checkPair, type PairPaths } from './checked-certificate.ts'
import { type CertificatePair, makeCertificate } from './make-certificate.ts'

/** Most bytes of a file of certificates, or of a key. */
export const pairFileBytes = 2 ** 20

const day = 86_400_000
/** The most of public certificates; Apple's devices take no certificate of more than 825. */
const lifeDays = 397
/** Clocks of headsets are set late or by hand. */
const earlierDays = 1
/** The time before its end in which a certificate is to be renewed, in milliseconds. */
export const renewMilliseconds = 30 * day

/** Returns the folder for the certificate that a host makes, by the variables of systemd and of desktops. */
export function findKeptFolder(environment: { readonly [name: string]: string | undefined }): string {
  const { STATE_DIRECTORY, XDG_STATE_HOME } = environment
  const [ofUnit = ''] = (STATE_DIRECTORY ?? '').split(':', 1)
  if (ofUnit !== '') return resolve(ofUnit)
  return join(XDG_STATE_HOME || join(homedir(), '.local/state'), 'specimen-host')
}

/** Returns the paths of the kept certificate and its key. */
export function toKeptPaths(folder: string): PairPaths {
  return { certificate: join(folder, 'certificate.pem'), key: join(folder, 'certificate.key') }
}

/**
 * Returns the certificate in the folder, or a new one in its place when there is none, a name is missing in
 * it, fewer than 30 days of it are left, or others than its owner may read its key.
 * @throws `config.invalid` when the folder cannot be written
 */
export async function keepCertificate(
  folder: string,
  names: readonly string[],
  now: number,
): Promise<CheckedCertificate> {
  const kept = await findKept(folder, now)
  if (kept !== undefined && findRenewalReason(kept, names, now) === undefined) return kept
  const pair = makeCertificate({ names, from: now - earlierDays * day, until: now + lifeDays * day })
  await writePair(folder, pair)
  return checkPair(pair, toKeptPaths(folder), now)
}

/** Returns why a kept certificate is to be renewed, as the end of a sentence; undefined if it is not. */
export function findRenewalReason(
  kept: CheckedCertificate,
  names: readonly string[],
  now: number,
): string | undefined {
  const missing = names.filter((name) => !kept.names.includes(name))
  if (missing.length > 0) return `${missing.join(', ')} is missing in it`
  return kept.until - now < renewMilliseconds ? 'it ends soon' : undefined
}

/** Returns the certificate in the folder if it can be used; undefined if it cannot, or there is none. */
export async function findKept(folder: string, now: number): Promise<CheckedCertificate | undefined> {
  const paths = toKeptPaths(folder)
  if (await isOpenToOthers(paths.key)) return undefined
  try {
    return checkPair(await readPair(paths), toKeptPaths(folder), now)
  } catch (error) {
    // A new one is made in its place.
    if (error instanceof SpecimenError && error.code === 'config.invalid') return undefined
    throw error
  }
}

/** Reads a certificate and its key. @throws `config.invalid` */
export async function readPair({ certificate, key }: PairPaths): Promise<CertificatePair> {
  return {
    certificate: await readConfigFile(certificate, 'the TLS certificate', pairFileBytes),
    key: await readConfigFile(key, 'the TLS key', pairFileBytes),
  }
}

/** A file that is missing is not open; its reader reports that. */
async function isOpenToOthers(path: string): Promise<boolean> {
  if (process.platform === 'win32') return false
  const stats = await inTime(stat(path), path).catch(() => undefined)
  return stats !== undefined && (stats.mode & 0o077) !== 0
}

/** Writes both beside their places first. A host that reads between the two renamings makes another pair. */
async function writePair(folder: string, { certificate, key }: CertificatePair): Promise<void> {
  const paths = toKeptPaths(folder)
  const fresh = { certificate: `${paths.certificate}.new`, key: `${paths.key}.new` }
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    for (const path of [fresh.key, fresh.certificate]) await rm(path, { force: true })
    createFile(fresh.key, key, 0o600)
    createFile(fresh.certificate, certificate, 0o644)
    await rename(fresh.key, paths.key)
    await rename(fresh.certificate, paths.certificate)
  } catch (error) {
    const { message } = toFileError(`The certificate of --https cannot be kept in ${folder}`, error)
    const remedy = 'Or name another folder (--tls-folder), or files of yours (--tls-cert, --tls-key).'
    throw new SpecimenError('config.invalid', `${message} ${remedy}`, { cause: error })
  }
}
