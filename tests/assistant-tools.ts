import { operations } from '#app/operations.ts'
import { mayRead } from '#shared/token-reports.ts'

const toolName = (path: string) =>
  path
    .replace(/^\/(reports\/)?/, '')
    .replace('/:id', '_one')
    .replaceAll(/[^A-Za-z0-9]+/g, '_')
    .toLowerCase()

/** The operation behind each tool's name, worked out apart from the product. */
export const everyTool = () =>
  operations
    .map(({ operation }) => operation)
    .filter(
      ({ method, path }) => method === 'GET' && mayRead(null, path) && !/^\/(sales\/selected|journal\/export|stock\/orders|loyalty\/statement)/.test(path),
    )
    .map((operation) => [toolName(operation.path), operation] as const)
