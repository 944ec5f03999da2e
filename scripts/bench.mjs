// @ts-check
import './command.mjs'
import { runChosen } from './chosen.mjs'

// npm run bench -- <name>: measures one claim and prints the figures; without a name, what there is to measure.
await runChosen({
  folder: 'bench',
  command: 'npm run bench',
  kind: 'bench',
  isOne: (text) => text.includes("from './results.ts'"),
  nameOf: (file) => file.slice(0, -3),
})
