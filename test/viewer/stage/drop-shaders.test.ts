import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
// @ts-expect-error: a script of the build, which has no types
import { dropShaders } from '../../../.ci/drop-shaders.mjs'

const three = readFileSync(
  new URL('../../../node_modules/three/build/three.module.js', import.meta.url),
  'utf8',
)
const drop = (source: string, included: readonly string[]): string => dropShaders(source, included)
const textOf = (source: string, constant: string): string | undefined =>
  new RegExp(`^(?:var|const) ${constant} = (.*);$`, 'm').exec(source)?.[1]

it('keeps the shaders that are named, with what these include, and no others', () => {
  const kept = drop(three, ['clipping_planes_fragment'])
  expect(textOf(kept, 'clipping_planes_fragment')).toBe(textOf(three, 'clipping_planes_fragment'))
  expect(textOf(kept, 'common')).toBe(textOf(three, 'common')) // which three's own materials include
  expect(textOf(kept, 'transmission_fragment')).toBe('undefined')
  expect(textOf(drop(three, ['transmission_fragment']), 'transmission_fragment')).toMatch(/^"/)
  expect(three.length - kept.length).toBeGreaterThan(60_000)
})

it('refuses a shader that three has not, and a three in another form', () => {
  expect(() => drop(three, ['commun'])).toThrow('three has no shader commun, or has it in another form.')
  expect(() => drop('export {}', [])).toThrow('three has no shader meshbasic_vert')
})
