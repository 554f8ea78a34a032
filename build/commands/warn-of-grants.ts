import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { manifestName } from '../../core/contract/domain/manifest.ts'
import { describeUnasked, type Grants, listLostGrants } from '../../core/contract/domain/needs.ts'
import type { OutputStream } from '../../core/contract/text/output-streams.ts'
import { toShownText } from '../../core/contract/text/visible-text.ts'
import { readManifest } from '../output/build-record.ts'

/** Tells of grants that fit no bundle of a folder, or are more than one asks for. */
export function warnOfGrants(folder: string, grants: Grants, stream: OutputStream): void {
  const names = readdirSync(folder).filter((name) => existsSync(join(folder, name, manifestName)))
  const unasked = names.flatMap((name) => {
    const { needs = [] } = readManifest(join(folder, name))
    return describeUnasked(name, grants.get(name) ?? [], needs) ?? []
  })
  for (const text of [...listLostGrants(grants, names), ...unasked])
    stream.write(`specimen: ${toShownText(text)}\n`)
}
