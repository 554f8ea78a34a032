/** Applies a function's comment to properties: `@param options.size - text`, `@param rows[].name`. */
import { type DocTag, listParts, type ParameterType, type PropertyType } from './signature.ts'

/** Texts and tags of a function's comment for its parameters and their properties, by name or path. */
export type CommentTexts = ReadonlyMap<
  string,
  { readonly description: string; readonly tags: readonly DocTag[] }
>

/** Adds a function's comment to a type's properties; their own comments come first. */
export function describeProperties(type: ParameterType, path: string, texts: CommentTexts): ParameterType {
  if (texts.size === 0) return type
  switch (type.kind) {
    case 'object':
      return {
        ...type,
        properties: type.properties.map((property) =>
          describeProperty(property, `${path}.${property.name}`, texts),
        ),
      }
    case 'array':
      return { ...type, items: describeProperties(type.items, `${path}[]`, texts) }
    case 'tuple':
      return { ...type, rest: type.rest && describeProperties(type.rest, `${path}[]`, texts) }
    case 'union':
      return { ...type, members: type.members.map((member) => describeProperties(member, path, texts)) }
    default:
      return type
  }
}

function describeProperty(property: PropertyType, path: string, texts: CommentTexts): PropertyType {
  const text = texts.get(path)
  return {
    ...property,
    type: describeProperties(property.type, path, texts),
    description: property.description || (text?.description ?? ''),
    tags: [...(text?.tags ?? []), ...property.tags],
  }
}

/** Returns the paths of all properties inside a type. */
export function listPaths(type: ParameterType, path: string): string[] {
  return listParts(type).flatMap((part) => [
    ...(part.property ? [path + part.path] : []),
    ...listPaths(part.type, path + part.path),
  ])
}
