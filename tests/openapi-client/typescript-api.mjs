// @ts-check
import { register } from 'node:module'
import { ts } from '@ts-morph/common'

// openapi-typescript calls the JavaScript API of TypeScript 5, which TypeScript 7 does not have.
export default ts

const resolve = `export const resolve = (name, context, next) =>
  name === 'typescript' ? { url: ${JSON.stringify(import.meta.url)}, shortCircuit: true } : next(name, context)`
register(`data:text/javascript,${encodeURIComponent(resolve)}`)
