import { cutText } from '../../../../contract/text/cut-text.ts'
import type { DecodeContext } from '../../format.ts'
import { refuse } from '../../refusal.ts'
import { applyFoundTag, applyTag } from '../../tag-table.ts'
import { listChildren, type XmlElement } from '../../xml-document.ts'
import { threeMfTags } from './three-mf-tags.ts'

/** The colours of the triangles of a model. */
export interface TriangleColors {
  /** Returns the colours of the three corners, as 0xRRGGBB; undefined for a triangle without any. */
  readonly find: (triangle: XmlElement, object: XmlElement) => readonly number[] | undefined
}

/** Resources that are read, here or as objects, and pictures for textures. */
const known = ['object', 'basematerials', 'colorgroup', 'texture2d']
const others = ['texture2dgroup', 'compositematerials', 'multiproperties', 'pbspeculardisplayproperties']

/** Notes an element of which nothing is known. */
export function noteUnknown({ name }: XmlElement, context: DecodeContext): void {
  applyFoundTag(threeMfTags, cutText(name, 40), context)
}

/** Returns the colours of the resources of a model: those of base materials and of colour groups. */
export function readColors(resources: XmlElement | undefined, context: DecodeContext): TriangleColors {
  const groups = new Map<string, readonly number[]>()
  for (const resource of resources?.children ?? []) {
    const id = resource.attributes.get('id') ?? ''
    if (resource.name === 'basematerials')
      groups.set(
        id,
        listChildren(resource, 'base').map((base) => toColor(base.attributes.get('displaycolor'))),
      )
    if (resource.name === 'colorgroup')
      groups.set(
        id,
        listChildren(resource, 'color').map((color) => toColor(color.attributes.get('color'))),
      )
    if (others.includes(resource.name)) applyTag(threeMfTags, 'textures, composite materials', context)
    else if (!known.includes(resource.name)) noteUnknown(resource, context)
  }
  return {
    find: ({ attributes }, object) => {
      const group = groups.get(attributes.get('pid') ?? object.attributes.get('pid') ?? '')
      const first = attributes.get('p1') ?? object.attributes.get('pindex')
      if (!group || first === undefined) return undefined
      return [first, attributes.get('p2') ?? first, attributes.get('p3') ?? first].map((index) => {
        const color = group[Number(index)]
        if (color === undefined)
          throw refuse(`A property must be one of ${group.length} colours (got ${index.slice(0, 20)}).`)
        return color
      })
    },
  }
}

/** Returns `#RRGGBB` or `#RRGGBBAA` without its alpha. */
function toColor(text: string | undefined): number {
  const [, digits] = /^#([\da-f]{6})([\da-f]{2})?$/i.exec(text?.trim() ?? '') ?? []
  if (digits !== undefined) return Number.parseInt(digits, 16)
  throw refuse(`A colour must be #RRGGBB or #RRGGBBAA (got ${JSON.stringify(text?.slice(0, 20) ?? '')}).`)
}
