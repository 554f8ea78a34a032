import { SpecimenError } from '../../contract/domain/errors.ts'
import { type CheckedCertificate, checkPair, toDay } from '../../service/tls/checked-certificate.ts'
import {
  findKept,
  findRenewalReason,
  readPair,
  renewMilliseconds,
} from '../../service/tls/kept-certificate.ts'
import { type CertificateOptions, findPlace } from '../../service/tls/open-certificate.ts'
import { listOwnNames, type OwnNameSources } from '../../service/tls/own-names.ts'
import { type Finding, toOk } from './finding.ts'

/** The surroundings in which a host would find its certificate. */
export interface CertificateScene {
  /** Milliseconds since 1970. */
  readonly now: number
  readonly machineName: string
  readonly interfaces: OwnNameSources['interfaces']
  readonly environment: { readonly [name: string]: string | undefined }
}

const name = 'certificate'

/** Resolves with the state of the certificate: its end and its names; without TLS with nothing. */
export async function checkCertificate(
  options: CertificateOptions,
  { now, machineName, interfaces, environment }: CertificateScene,
): Promise<readonly Finding[]> {
  try {
    const place = findPlace(options, environment)
    if (place === undefined) return []
    if (place.kind === 'files') return [judge(checkPair(await readPair(place.paths), place.paths, now), now)]
    const kept = await findKept(place.folder, now)
    if (kept === undefined) return [toOk(name, `none in ${place.folder} yet; a host makes one at its start.`)]
    const { host, publicName } = options
    const wanted = listOwnNames({ machineName, interfaces, host, publicName })
    const reason = findRenewalReason(kept, wanted, now)
    if (reason === undefined) return [toOk(name, describe(kept))]
    return [toOk(name, `${describe(kept)} A host makes a new one at its start: ${reason}.`)]
  } catch (error) {
    if (!(error instanceof SpecimenError)) throw error
    const remedy = 'A host with these settings does not start; mend them.'
    return [{ name, state: 'fail', found: error.message, remedy }]
  }
}

function judge(certificate: CheckedCertificate, now: number): Finding {
  const found = describe(certificate)
  if (certificate.until - now >= renewMilliseconds) return toOk(name, found)
  return { name, state: 'warn', found, remedy: 'Renew it; a host reads the changed files by itself.' }
}

function describe({ names, until, fingerprint }: CheckedCertificate): string {
  const listed = names.length === 0 ? 'no name' : names.join(', ')
  return `until ${toDay(until)} for ${listed} (SHA-256 ${fingerprint}).`
}
