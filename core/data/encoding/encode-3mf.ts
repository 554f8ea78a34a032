import type { MeshResult, SceneResult } from '../../contract/domain/result/result.ts'
import { defaultDisplay } from '../../contract/look/display.ts'
import { type JsonCursor, jsonStart } from '../../contract/wire/result-json.ts'
import type { FileWords } from './file-words.ts'
import { planModel } from './plan-model.ts'
import { planScene } from './plan-scene-model.ts'
import { type Rows, writeRows } from './rows.ts'
import { withShownColors } from './shown-colors.ts'
import { weldModel } from './weld-model.ts'

const pieceBytes = 2 ** 18

const types = `<?xml version="1.0" encoding="UTF-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" \
ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="model" \
ContentType="application/vnd.ms-package.3dmanufacturing-3dmodel+xml"/></Types>`
const relations = `<?xml version="1.0" encoding="UTF-8"?>
<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rel0" \
Target="/3D/3dmodel.model" Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/>\
</Relationships>`

/** Rows planned for memory into which they are written. */
type Plan = (target: Uint8Array) => readonly Rows[]

/**
 * Returns the parts of a 3MF file: a zip (ECMA-376, part 2) with one model, which is compressed while it is
 * written. Equal results give equal bytes. @throws `form.unavailable` for a scene without a mesh
 */
export async function encode3mf(
  result: MeshResult | SceneResult,
  { display = defaultDisplay }: FileWords,
): Promise<readonly Uint8Array[]> {
  if (result.type === 'scene') {
    const { index, plans } = planScene(result, display)
    return await packModel(plans, index)
  }
  const welded = weldModel(result)
  const shown = withShownColors(result, display)
  return await packModel([(target) => planModel(shown, welded, target)])
}

/** Returns the zip of a model of rows, one plan after the other, and of what this program reads beside it. */
async function packModel(plans: readonly Plan[], index?: string): Promise<readonly Uint8Array[]> {
  const { strToU8, Zip, ZipDeflate } = await import('fflate') // loaded at first use
  const chunks: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    chunks.push(chunk)
  })
  const add = (name: string) => {
    const entry = new ZipDeflate(name, { level: 2 })
    entry.mtime = new Date(1980, 0, 1) // a zip has local times
    zip.add(entry)
    return entry
  }
  const json = '<Default Extension="json" ContentType="application/json"/></Types>'
  add('[Content_Types].xml').push(
    strToU8(index === undefined ? types : types.replace('</Types>', json)),
    true,
  )
  add('_rels/.rels').push(strToU8(relations), true)
  if (index !== undefined) add('Metadata/scene.json').push(strToU8(index), true)
  const model = add('3D/3dmodel.model')
  for (const [i, plan] of plans.entries())
    for (let cursor: JsonCursor | null = jsonStart; cursor; ) {
      const target = new Uint8Array(pieceBytes)
      const { length, next } = writeRows(plan(target), { cursor, target })
      model.push(target.subarray(0, length), next === null && i === plans.length - 1)
      cursor = next
    }
  zip.end()
  return chunks
}
