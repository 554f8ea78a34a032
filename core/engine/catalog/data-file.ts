/** The one file, or folder, that is the data of a static specimen. */
import { SpecimenError } from '../../contract/domain/errors.ts'
import { type ResultType, resultTypes } from '../../contract/domain/result/result.ts'
import type { Asset } from '../../contract/domain/specimen.ts'
import { describe } from '../../contract/text/describe.ts'
import type { Json } from '../../contract/values/json.ts'
import { findFormat, findNamedFormat } from '../../data/formats/find-format.ts'
import { isGzip } from '../../data/formats/inflate.ts'
import { closeFile, type OpenFile, readAt } from '../files/open-file.ts'
import { type Confinement, openInside } from '../files/open-inside.ts'
import { type DataFolder, findDataFolder } from './data-folder.ts'

const beginningBytes = 1024

/** The data of a specimen with what was noted of them. */
export type FoundFile = Pick<DataFolder, 'data' | 'notes'>

/** Returns the data of a specimen, whose format must suit `type` by its name and first bytes. */
export async function findData(
  confinement: Confinement,
  name: Json,
  type: ResultType | null,
): Promise<FoundFile> {
  const dataFolder = typeof name === 'string' ? await findDataFolder(confinement, name) : undefined
  if (dataFolder && (type === null || type === dataFolder.type)) return dataFolder
  if (dataFolder)
    throw new SpecimenError(
      'metadata.invalid',
      `type must be ${dataFolder.type}, as the folder holds (got ${type}).`,
    )
  const data = await findFile(confinement, name, 'data_file', async (file, shown) => {
    const bytes = await readAt(file, shown, { start: 0, byteLength: beginningBytes })
    const plainName = shown.replace(/[.]gz$/i, '')
    const format = isGzip(bytes) ? findNamedFormat(plainName) : findFormat(bytes, plainName)
    const types: readonly ResultType[] = format?.types ?? resultTypes
    if (!format || type === null || types.includes(type)) return
    const held = [types.slice(0, -1).join(', '), types.at(-1)].filter((word) => word).join(' or ')
    const found = `type must be ${held}, which is what ${JSON.stringify(shown)} holds as ${format.name}`
    const detail = `${found} (got ${type}); change type, or name another data_file.`
    throw new SpecimenError('metadata.invalid', detail)
  })
  return { data, notes: [] }
}

/** Returns a file of the folder, which `look` has seen. @throws naming the field */
export async function findFile(
  confinement: Confinement,
  name: Json,
  field: string,
  look: (file: OpenFile, name: string) => Promise<void> = async () => {},
): Promise<Asset> {
  if (typeof name !== 'string')
    throw new SpecimenError(
      'metadata.invalid',
      `${field} must be the name of a file in the folder of specimen.json (got ${describe(name)}).`,
    )
  try {
    const file = await openInside(confinement, name)
    await look(file, name).finally(() => closeFile(file))
  } catch (error) {
    if (!(error instanceof SpecimenError) || error.code === 'metadata.invalid') throw error
    throw new SpecimenError(error.code, `${field}: ${error.message}`, { cause: error.cause })
  }
  return { kind: 'file', ...confinement, name }
}
