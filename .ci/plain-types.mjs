import { Project, ts } from 'ts-morph'

/** Declares the parts of bodies, by the package. */
const bodyParts = './body-parts.ts'

const { NoTruncation } = ts.TypeFormatFlags

/**
 * Returns the text of a declaration file with each exported alias of a computed type written out, as an
 * interface or as the union that it is, so that it needs no package whose types compute it.
 */
export function writePlainTypes(path) {
  const { ModuleKind, ModuleResolutionKind } = ts
  const project = new Project({
    compilerOptions: {
      module: ModuleKind.NodeNext,
      moduleResolution: ModuleResolutionKind.NodeNext,
      strict: true,
      exactOptionalPropertyTypes: true,
    },
    skipAddingFilesFromTsConfig: true,
  })
  const file = project.addSourceFileAtPath(path)
  project.resolveSourceFileDependencies()
  const imports = file
    .getImportDeclarations()
    .filter((declared) => declared.getModuleSpecifierValue().startsWith('.'))
    .filter((declared) => declared.getModuleSpecifierValue() !== bodyParts)
    .map((declared) => declared.getText())
  const passedOn = file
    .getExportDeclarations()
    .filter((declared) => declared.isTypeOnly() && declared.getModuleSpecifierValue()?.startsWith('.'))
    .map((declared) => declared.getText())
  const interfaces = file
    .getTypeAliases()
    .filter((alias) => alias.isExported())
    .map((alias) => {
      const about = alias.getJsDocs().map((doc) => `${doc.getText()}\n`)
      const [name, type] = [alias.getName(), alias.getType()]
      if (type.isUnion())
        return `${about.join('')}export type ${name} = ${alias.getTypeNodeOrThrow().getText()}`
      return `${about.join('')}export interface ${name} ${writeMembers(type, alias)}`
    })
  return `${[...imports, ...passedOn, ...interfaces].join('\n')}\n`
}

function writeType(type, place) {
  const name = type.getAliasSymbol()?.getName()
  if (type.isArray() || type.isReadonlyArray()) {
    const item = type.getArrayElementTypeOrThrow()
    return `ReadonlyArray<${writeType(item, place)}>`
  }
  if (type.isUnion() && type.getUnionTypes().some((one) => one.isObject()))
    return type
      .getUnionTypes()
      .map((one) => writeType(one, place))
      .join(' | ')
  const isComputed = name === undefined ? type.isAnonymous() : name === 'Body'
  return isComputed && type.isObject() ? writeMembers(type, place) : type.getText(place, NoTruncation)
}

function writeMembers(type, place) {
  const members = type.getProperties().map((member) => {
    const mark = member.isOptional() ? '?' : ''
    return `  readonly ${member.getName()}${mark}: ${writeType(member.getTypeAtLocation(place), place)}\n`
  })
  return `{\n${members.join('')}}`
}
