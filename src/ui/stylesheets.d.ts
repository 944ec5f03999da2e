/** A screen that is loaded by itself may bring its own stylesheet along: `import './sales-summary.css'`. */
declare module '*.css'
