import { expect, it } from 'vitest'
import { createVariableHider, readBundleVariables } from '../../../core/engine/run/bundle-variables.ts'

const environment = { KEY: 'a "quoted" secret', URL: 'https://x.example', FLAG: '1' }

it('are read for the bundles that are named, and no others', () => {
  expect(readBundleVariables('tracker:KEY,URL reader:FLAG', environment)).toEqual(
    new Map([
      ['tracker', { KEY: environment.KEY, URL: environment.URL }],
      ['reader', { FLAG: '1' }],
    ]),
  )
  expect(readBundleVariables('', environment)).toEqual(new Map())
  expect(readBundleVariables('reader:KEY reader:FLAG', environment)).toEqual(
    new Map([['reader', { KEY: environment.KEY, FLAG: '1' }]]),
  )
})

it.each([
  ['tracker', '--env takes bundles with names of variables'],
  ['tracker:', '--env takes bundles with names of variables'],
  ['tracker:KEY=secret', '--env takes bundles with names of variables'],
  ['tracker:NONE', '--env gives "tracker" the variable NONE, which is not set'],
])('refuses %s', (text, detail) => {
  expect(() => readBundleVariables(text, environment)).toThrow(detail)
})

it('are hidden in lines of the log, however JSON writes them', () => {
  const hide = createVariableHider(readBundleVariables('tracker:KEY,URL,FLAG', environment))
  const line = JSON.stringify({ level: 30, output: `${environment.KEY} at ${environment.URL}/a`, flag: '1' })
  expect(JSON.parse(hide(line))).toEqual({ level: 30, output: '[KEY] at [URL]/a', flag: '1' })
})
