import { SpecimenError, toSpecimenError } from '../../contract/domain/errors.ts'
import type { Log } from '../../contract/domain/log.ts'
import { type FollowedFile, followFile } from '../access/follow-file.ts'
import { type CheckedCertificate, checkPair, type PairPaths, toDay } from './checked-certificate.ts'
import { findKeptFolder, keepCertificate, readPair, toKeptPaths } from './kept-certificate.ts'
import { listOwnNames, type OwnNameSources } from './own-names.ts'

/** The operator's options for the place of a certificate. */
export interface PlaceOptions {
  readonly https: boolean
  readonly tlsCert?: string | undefined
  readonly tlsKey?: string | undefined
  readonly tlsFolder?: string | undefined
}

/** The operator's options for TLS. */
export interface CertificateOptions extends PlaceOptions {
  readonly host: string
  readonly publicName: string | undefined
}

/** The surroundings of a certificate. */
export interface CertificateSurroundings {
  readonly log: Log
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly machineName: string
  /** Returns the network interfaces as they are now. */
  readonly listInterfaces: () => OwnNameSources['interfaces']
  readonly environment: { readonly [name: string]: string | undefined }
}

/** The certificate of a host, which may be another one later. */
export interface ServedCertificate {
  readonly current: CheckedCertificate
  close(): void
}

/** The origin of a certificate: files of the operator's, or a folder in which a host keeps its own. */
export type CertificatePlace =
  | { readonly kind: 'files'; readonly paths: PairPaths }
  | { readonly kind: 'kept'; readonly folder: string }

const lookMilliseconds = 3_600_000

/** Returns the place of a host's certificate; undefined for HTTP without TLS. @throws `config.invalid` */
export function findPlace(
  { https, tlsCert, tlsKey, tlsFolder }: PlaceOptions,
  environment: CertificateSurroundings['environment'],
): CertificatePlace | undefined {
  if (tlsCert !== undefined && tlsKey !== undefined)
    return { kind: 'files', paths: { certificate: tlsCert, key: tlsKey } }
  if (tlsCert !== undefined || tlsKey !== undefined) {
    const [found, missing] = tlsKey === undefined ? ['--tls-cert', '--tls-key'] : ['--tls-key', '--tls-cert']
    const remedy = 'Name both files, or neither: --https makes a certificate.'
    throw new SpecimenError('config.invalid', `${found} is set without ${missing}. ${remedy}`)
  }
  return https ? { kind: 'kept', folder: tlsFolder ?? findKeptFolder(environment) } : undefined
}

/**
 * Resolves with the certificate of a host, undefined for HTTP without TLS. Files are read again when they
 * change; a kept certificate is looked at every hour, and renewed 30 days before its end or for new
 * addresses.
 * @throws `config.invalid`
 */
export async function openCertificate(
  options: CertificateOptions,
  surroundings: CertificateSurroundings,
): Promise<ServedCertificate | undefined> {
  const place = findPlace(options, surroundings.environment)
  if (place === undefined) return undefined
  if (place.kind === 'files') return await followPair(place.paths, surroundings)
  const { machineName, listInterfaces } = surroundings
  const { host, publicName } = options
  return await followKept(place.folder, surroundings, () =>
    listOwnNames({ machineName, interfaces: listInterfaces(), host, publicName }),
  )
}

/**
 * Resolves with the SHA-256 of the certificate that a host of this machine has read, `AB:CD:…`.
 * @throws `config.invalid` when there is none
 */
export async function readFingerprint(
  options: PlaceOptions,
  { environment, now }: Pick<CertificateSurroundings, 'environment' | 'now'>,
): Promise<string> {
  const place = findPlace(options, environment)
  if (place === undefined)
    throw new SpecimenError('config.invalid', 'There is no certificate without --https or --tls-cert.')
  const paths = place.kind === 'files' ? place.paths : toKeptPaths(place.folder)
  return checkPair(await readPair(paths), paths, now()).fingerprint
}

async function followPair(
  paths: PairPaths,
  { log, now }: Pick<CertificateSurroundings, 'log' | 'now'>,
): Promise<ServedCertificate> {
  const followed: FollowedFile<string>[] = []
  let current: CheckedCertificate | undefined
  const check = (): CheckedCertificate => {
    const [certificate, key] = followed
    return checkPair({ certificate: certificate?.value ?? '', key: key?.value ?? '' }, paths, now())
  }
  const onChange = (): void => {
    try {
      current = check()
      report(log, current)
    } catch (error) {
      // One of the two files is written before the other.
      log.warn({}, `${toSpecimenError(error).message} The certificate that was read before stays in use.`)
    }
  }
  const close = (): void => {
    for (const file of followed) file.close()
  }
  try {
    const common = { parse: (text: string) => text, log, now, onChange }
    followed.push(await followFile({ ...common, path: paths.certificate, what: 'TLS certificate' }))
    followed.push(await followFile({ ...common, path: paths.key, what: 'TLS key' }))
    const first = check()
    report(log, first)
    return {
      get current() {
        return current ?? first
      },
      close,
    }
  } catch (error) {
    close()
    throw error
  }
}

async function followKept(
  folder: string,
  { log, now }: Pick<CertificateSurroundings, 'log' | 'now'>,
  listNames: () => readonly string[],
): Promise<ServedCertificate> {
  let current = await keepCertificate(folder, listNames(), now())
  report(log, current)
  const look = async (): Promise<void> => {
    const found = await keepCertificate(folder, listNames(), now())
    if (found.fingerprint === current.fingerprint) return
    current = found
    report(log, current)
  }
  const complain = (error: unknown): void => {
    log.warn({}, `${toSpecimenError(error).message} The former certificate stays in use.`)
  }
  const timer = setInterval(() => void look().catch(complain), lookMilliseconds)
  timer.unref()
  return {
    get current() {
      return current
    },
    close: () => clearInterval(timer),
  }
}

function report(log: Log, { names, until, fingerprint }: CheckedCertificate): void {
  log.info({ names, until: toDay(until), fingerprint }, 'the certificate of this host')
}
