import type { ParameterType, PropertyType } from './signature.ts'

/** Returns the types inside a type, with the path to each: `.size`, `[]`, `[2]`. */
export function listParts(
  type: ParameterType,
): { path: string; type: ParameterType; property: PropertyType | null }[] {
  const toPart = (path: string, inner: ParameterType) => ({ path, type: inner, property: null })
  switch (type.kind) {
    case 'array':
      return [toPart('[]', type.items)]
    case 'tuple':
      return [
        ...type.elements.map((element, i) => toPart(`[${i}]`, element.type)),
        ...(type.rest ? [toPart('[]', type.rest)] : []),
      ]
    case 'object':
      return [
        ...type.properties.map((property) => ({ path: `.${property.name}`, type: property.type, property })),
        ...type.index.map((index) => toPart('[key]', index.type)),
      ]
    case 'union':
      return type.members.map((member) => toPart('', member))
    default:
      return []
  }
}
