import { journalTour } from './journal.tour.ts'
import type { Tour } from './state.ts'

/** What is looked at besides every screen: screens with other data, and what opens on them. */
export const TOURS: readonly Tour[] = [journalTour]
