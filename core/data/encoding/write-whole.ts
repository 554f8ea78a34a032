/** Forms that are made as a whole, mostly by libraries, which are loaded at their first use. */
import type { Result } from '../../contract/domain/result/result.ts'
import { encode3mf } from './encode-3mf.ts'
import { encodeGlb } from './encode-glb.ts'
import { encodePng } from './encode-png.ts'
import { encodeSceneZip } from './encode-scene-zip.ts'
import { encodeUsdz } from './encode-usdz.ts'
import type { FileWords } from './file-words.ts'
import { encodeArrow } from './table/encode-arrow.ts'
import { encodeNpz } from './table/encode-npz.ts'
import { withAxes } from './with-axes.ts'
import type { ResultOf } from './written-form.ts'
import type { FormBy } from './written-forms.ts'

type WriteWhole<Of> = (result: Of, words: FileWords) => Promise<readonly Uint8Array[]>

const writers: { readonly [Form in FormBy<'whole'>]: WriteWhole<ResultOf<Form>> } = {
  zip: encodeSceneZip,
  glb: encodeGlb,
  '3mf': encode3mf,
  usdz: encodeUsdz,
  png: encodePng,
  arrow: encodeArrow,
  npz: encodeNpz,
}

/** Returns the parts of a file; joined they would take as much memory once more. */
export async function writeWhole(
  result: Result,
  form: FormBy<'whole'>,
  words: FileWords,
): Promise<readonly Uint8Array[]> {
  const write: WriteWhole<never> = writers[form]
  // Its form is chosen among those of its kind.
  return await write(withAxes(result, words.axes) as never, words)
}
