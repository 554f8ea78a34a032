import type { TagTable } from '../../tag-table.ts'

/** The elements and attributes of a model of 3MF. */
export const threeMfTags = {
  format: '3MF',
  source: '3MF Core Specification 1.3, and Materials and Properties Extension 1.2',
  rows: [
    { tag: 'model unit', treatment: 'read', says: 'the unit: mm where it is absent' },
    { tag: 'another unit', treatment: 'noted', says: 'Its unit is none of 3MF, and is left out.' },
    { tag: 'item transform', treatment: 'read', says: 'the place of an object in the build' },
    { tag: 'component transform', treatment: 'read', says: 'the place of an object in another' },
    {
      tag: 'a mirroring transform',
      treatment: 'read',
      says: 'triangles are turned over, so that they face outwards',
    },
    { tag: 'basematerials', treatment: 'read', says: 'displaycolor, without alpha' },
    { tag: 'colorgroup', treatment: 'read', says: 'colours of corners, without alpha' },
    { tag: 'objects without an item', treatment: 'ignored', says: 'only what the build names is made' },
    { tag: 'metadata', treatment: 'ignored', says: 'texts about the model' },
    {
      tag: 'object type = support, solidsupport, surface, other',
      treatment: 'noted',
      says: 'Objects for support and others that are not the model are left out.',
    },
    {
      tag: 'textures, composite materials',
      treatment: 'noted',
      says: 'Its textures and composite materials are left out.',
    },
    {
      tag: 'requiredextensions',
      treatment: 'refused',
      says: 'It needs an extension of 3MF that is not read (beam lattices); save its mesh as STL.',
    },
    {
      tag: 'requiredextensions that are read',
      treatment: 'read',
      says: 'materials, slices, production and triangle sets, by their addresses, whatever the prefix',
    },
    {
      tag: 'component path',
      treatment: 'refused',
      says: 'Its parts are in several models (production extension); save it as plain 3MF.',
    },
  ],
} as const satisfies TagTable
