// @ts-check
import './command.mjs'
import { runChosen } from './chosen.mjs'

// npm run fault -- <name>: does one kind of damage to a house at work and looks at what must hold; without a name, what there is.
await runChosen({
  folder: 'tests/faults',
  command: 'npm run fault',
  kind: 'fault',
  isOne: (text) => text.includes('await runFault('),
  nameOf: (file) => file.slice(0, 3),
})
