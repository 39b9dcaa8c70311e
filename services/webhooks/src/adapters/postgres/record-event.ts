import type { Pool } from '@invoicing/chassis'

/** Records an event as consumed; a second delivery of it changes nothing. */
export async function recordEvent(pool: Pool, eventId: string): Promise<void> {
  await pool.query({
    name: 'record-event',
    text: 'INSERT INTO consumed_events (event_id) VALUES ($1) ON CONFLICT DO NOTHING',
    values: [eventId],
  })
}
