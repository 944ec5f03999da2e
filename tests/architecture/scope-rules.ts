import { type Complaint, type Node, nodesOf, parsed, type Source } from './source.ts'

/** SQL of the house: who someone is comes before any venue, so no scope can stand for it. */
const HOUSE_SQL = ['src/features/membership/', 'src/platform/']

/** Where a VenueScope may come from: the door, later work, and commands typed by whoever holds the server. */
export const SCOPE_MAKERS = [
  'src/platform/access/board-door.ts',
  'src/platform/access/door-again.ts',
  'src/platform/access/rooms.ts',
  'src/platform/access/till-door.ts',
  'src/platform/access/token-door.ts',
  'src/platform/access/supplier-door.ts',
  'src/platform/access/venue-work.ts',
  'src/features/membership/venue-choice.sql.ts',
]

/** Exported functions of *.sql.ts and *.report.ts that do not take a VenueScope first. */
export const scopelessComplaints = (sources: readonly Source[]): Complaint[] =>
  sources
    .filter(({ path }) => /\.(sql|report)\.ts$/.test(path) && !HOUSE_SQL.some((folder) => path.startsWith(folder)))
    .flatMap((source) =>
      exportedFunctions(parsed(source).program)
        .filter(({ first }) => first !== 'VenueScope')
        .map(({ name }) => `${source.path}: ${name} does not take a VenueScope first`),
    )

/** Files that make a VenueScope though nobody signed in there. */
export const scopeMakerComplaints = (sources: readonly Source[]): Complaint[] =>
  sources
    .filter(({ path }) => path !== 'src/platform/access/venue-scope.ts' && !SCOPE_MAKERS.includes(path) && !/\.(test|e2e)\.tsx?$/.test(path))
    .flatMap((source) => {
      const made = nodesOf(parsed(source).program).some(
        (node) =>
          (node.type === 'MemberExpression' && nameIn(node.object) === 'VenueScope') ||
          (node.type === 'NewExpression' && nameIn(node.callee) === 'VenueScope') ||
          ((node.type === 'TSAsExpression' || node.type === 'TSTypeAssertion') && typeName(node.typeAnnotation) === 'VenueScope'),
      )
      return made ? [`${source.path} makes a VenueScope; only sign-in code does`] : []
    })

interface ExportedFunction {
  name: string
  /** The type of the first parameter, '' without one. */
  first: string
}

const exportedFunctions = (program: Node): ExportedFunction[] =>
  (program.body as Node[])
    .filter(({ type }) => type === 'ExportNamedDeclaration' || type === 'ExportDefaultDeclaration')
    .flatMap(({ declaration }) => {
      const declared = declaration as Node | null
      if (declared?.type === 'FunctionDeclaration') return [{ name: nameIn(declared.id), first: firstType(declared) }]
      if (declared?.type !== 'VariableDeclaration') return []
      return (declared.declarations as Node[])
        .filter(({ init }) => ['ArrowFunctionExpression', 'FunctionExpression', 'CallExpression'].includes((init as Node | null)?.type ?? ''))
        .map(({ id, init }) => ({ name: nameIn(id), first: firstType(init as Node) }))
    })

const firstType = ({ params }: Node): string => {
  const [first] = (params as Node[] | undefined) ?? []
  return typeName((first?.typeAnnotation as Node | undefined)?.typeAnnotation)
}

const typeName = (node: unknown): string => nameIn((node as Node | undefined)?.typeName)

const nameIn = (node: unknown): string => String((node as { name?: unknown } | undefined)?.name ?? '')
