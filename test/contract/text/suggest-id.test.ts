import { expect, it } from 'vitest'
import { suggestId } from '../../../core/contract/text/suggest.ts'

it.each([
  ['part', ['partition', 'part.stl'], 'part.stl'],
  ['part.obj', ['part.stl'], 'part.stl'],
  ['PART.STL', ['part.stl'], 'part.stl'],
  ['brain', ['brain-mri', 'brain.nii.gz'], 'brain.nii.gz'],
  ['brain.nii', ['brain.nii.gz'], 'brain.nii.gz'],
  ['gear', ['gearWheelLarge', 'gearWheel'], 'gearWheel'],
  ['gaerWheel', ['gearWheel', 'island'], 'gearWheel'],
  ['ge', ['gearWheel'], null],
  ['.stl', ['part.stl'], null],
  ['other', ['part.stl'], null],
])('%s among %j is near %s', (name, ids, near) => {
  expect(suggestId(name, ids)).toBe(near)
})
