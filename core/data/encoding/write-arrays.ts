/** Forms that are a head and then the arrays of the result as they lie in memory. */
import type { Result } from '../../contract/domain/result/result.ts'
import { encodeBlocks } from './encode-blocks.ts'
import { encodeNifti, encodeNpy, encodeNrrd } from './encode-head.ts'
import type { ResultOf } from './written-form.ts'
import type { FormBy } from './written-forms.ts'

type WriteArrays<Of> = (result: Of) => readonly Uint8Array[]

const writers: { readonly [Form in FormBy<'arrays'>]: WriteArrays<ResultOf<Form>> } = {
  envelope: encodeBlocks,
  scene: encodeBlocks,
  nrrd: encodeNrrd,
  nifti: encodeNifti,
  npy: encodeNpy,
}

/** Returns the head and the arrays of a file. @throws `form.unavailable` for one that a form cannot hold */
export function writeArrays(result: Result, form: FormBy<'arrays'>): readonly Uint8Array[] {
  const write: WriteArrays<never> = writers[form]
  return write(result as never) // its form is chosen among those of its kind
}
