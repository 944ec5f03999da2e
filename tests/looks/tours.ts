import { dashboardTour } from './dashboard.tour.ts'
import { importsTour } from './imports.tour.ts'
import { journalTour } from './journal.tour.ts'
import { loyaltyTour } from './loyalty.tour.ts'
import { peopleTours } from './people.tour.ts'
import { attendanceTour, reportsTour } from './reports.tour.ts'
import type { Tour } from './state.ts'
import { stockTour } from './stock.tour.ts'

/** What is looked at besides every screen: screens with other data, and what opens on them. */
export const TOURS: readonly Tour[] = [journalTour, reportsTour, attendanceTour, dashboardTour, stockTour, importsTour, ...peopleTours, loyaltyTour]
