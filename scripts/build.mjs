// @ts-check
import './command.mjs'
import { ensureServer, ensureWebApp } from './built.mjs'
import { giveUp } from './project.mjs'

// npm run build: builds the browser app and the server where they are not yet, as for an image; npm start does it by itself.
try {
  await ensureWebApp()
  await ensureServer()
} catch (error) {
  giveUp(error)
}
