/** Objects put together: those that an interface extends, and those of an intersection. */

import type { IndexType, ObjectType, PropertyType, Refusal } from '../model/signature.ts'
import type { Span } from '../model/span.ts'
import { createObject } from './read-object.ts'

/** Returns one object with the members of all; `choose` gives the property for a name that is in two. */
export function mergeObjects(
  objects: readonly ObjectType[],
  span: Span,
  choose: (earlier: PropertyType, later: PropertyType) => PropertyType,
): ObjectType | Refusal {
  const properties = new Map<string, PropertyType>()
  const index: IndexType[] = []
  for (const object of objects) {
    for (const property of object.properties) {
      const earlier = properties.get(property.name)
      properties.set(property.name, earlier ? choose(earlier, property) : property)
    }
    index.push(...object.index)
  }
  return createObject([...properties.values()], index, span)
}
