/** Search, tags and types over a catalog. */
import { describe, expect, it } from 'vitest'
import { foldText } from '../../../core/contract/text/fold-text.ts'
import {
  countTags,
  findSpecimens,
  type GalleryFilter,
  indexSpecimens,
} from '../../../core/viewer/gallery/search.ts'
import { toEntry } from './to-entry.ts'

const catalog = [
  toEntry('bunny', {
    display_name: 'Stanford bunny',
    tags: ['animal', 'scan'],
    description: 'A rabbit of clay.',
  }),
  toEntry('head-scan', { display_name: 'Head', tags: ['medicine', 'scan'], type: 'volume' }),
  toEntry('island', {
    display_name: 'Île',
    description: 'Erosion of a scanned coast.',
    tags: ['geology', 'mesh'],
  }),
  toEntry('strasse', { display_name: 'Straße', tags: ['city'], type: 'point_cloud' }),
  toEntry('orbital', {
    display_name: 'Hydrogen orbital',
    story_text: ['One.', 'The electron, and a bunny.'],
  }),
]
const index = indexSpecimens(catalog)
const find = (filter: Partial<GalleryFilter>) =>
  findSpecimens(index, { search: '', tags: [], type: null, order: 'host', ...filter }).map(({ id }) => id)

describe('the search', () => {
  it('finds everything, in the order of the catalog, when nothing is looked for', () => {
    expect(find({})).toEqual(catalog.map(({ id }) => id))
    expect(find({ search: '  ' })).toHaveLength(5)
  })

  it.each([
    ['ile', ['island']],
    ['ÎLE', ['island']],
    ['strasse', ['strasse']],
    ['STRASSE', ['strasse']],
    ['I\u0302le', ['island']], // with the mark as a letter of its own
  ])('finds %j whatever its accents and case', (search, ids) => {
    expect(find({ search })).toEqual(ids)
  })

  it('looks in names, tags, ids, descriptions and stories, and ranks them in this order', () => {
    expect(find({ search: 'bunny' })).toEqual(['bunny', 'orbital'])
    expect(find({ search: 'medicine' })).toEqual(['head-scan'])
    expect(find({ search: 'coast' })).toEqual(['island'])
    expect(find({ search: 'electron' })).toEqual(['orbital'])
  })

  it('prefers the beginning of a name to that of a word, and that to the inside of one', () => {
    const names = ['Nightshade', 'The shade', 'Shade', 'Pine'].map((name, i) =>
      toEntry(`${i}`, { display_name: name }),
    )
    const found = findSpecimens(indexSpecimens(names), {
      search: 'shade',
      tags: [],
      type: null,
      order: 'host',
    })
    expect(found.map(({ display_name }) => display_name)).toEqual(['Shade', 'The shade', 'Nightshade'])
  })

  it('wants every word, wherever it is', () => {
    expect(find({ search: 'clay stanford' })).toEqual(['bunny'])
    expect(find({ search: 'clay head' })).toEqual([])
  })

  it('takes signs of patterns as they are', () => {
    expect(find({ search: '.*' })).toEqual([])
    expect(find({ search: '(' })).toEqual([])
  })
})

describe('the filters', () => {
  it('want every tag that is chosen, and the type', () => {
    expect(find({ tags: ['scan'] })).toEqual(['bunny', 'head-scan'])
    expect(find({ tags: ['scan', 'medicine'] })).toEqual(['head-scan'])
    expect(find({ tags: ['scan'], type: 'mesh' })).toEqual(['bunny'])
    expect(find({ type: 'point_cloud', search: 'str' })).toEqual(['strasse'])
    expect(find({ type: 'image' })).toEqual([])
  })
})

describe('the tags', () => {
  it('are counted, the most frequent first, equal ones by name', () => {
    expect(countTags(catalog, [])).toEqual([
      { value: 'scan', count: 2 },
      { value: 'animal', count: 1 },
      { value: 'city', count: 1 },
      { value: 'geology', count: 1 },
      { value: 'medicine', count: 1 },
    ])
  })

  it('leave out what only says the type, unless somebody chose it', () => {
    const clouds = [
      toEntry('a', { type: 'point_cloud', tags: ['Point cloud', 'point-cloud', 'mesh', 'x', 'x'] }),
    ]
    expect(countTags(clouds, []).map(({ value }) => value)).toEqual(['mesh', 'x'])
    expect(countTags(clouds, ['Point cloud', 'gone'])).toEqual([
      { value: 'mesh', count: 1 },
      { value: 'Point cloud', count: 1 },
      { value: 'x', count: 1 },
      { value: 'gone', count: 0 },
    ])
  })
})

describe('folding', () => {
  it('makes letters of other scripts findable by themselves', () => {
    expect(foldText('Ångström Ωmega ЁЖ Łódź')).toBe('angstrom ωmega еж lodz')
  })
})
