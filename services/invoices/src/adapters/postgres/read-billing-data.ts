import type { Pool } from '@invoicing/chassis'
import { NoteBlocks } from '@invoicing/contracts/gen/invoices/v1/invoice'
import { decimal } from '@invoicing/money'
import type { ReadBillingData } from '../../app/dependencies.ts'
import type { CatalogItem } from '../../domain/catalog-item.ts'
import { SETTINGS_COLUMNS, type SettingsRow } from './settings-columns.ts'
import { withoutNulls } from './without-nulls.ts'

interface ItemRow {
  id: string
  title: string
  unit: string | null
  defaultPrice: string
  vatRate: string
}

// Numerics go out as text: as JSON numbers they would be floats on this side.
const TEXT = `
  SELECT ${SETTINGS_COLUMNS},
    (
      SELECT coalesce(json_agg(json_build_object(
        'id', i.id, 'title', i.title, 'unit', i.unit,
        'defaultPrice', i.default_price::text, 'vatRate', i.vat_rate::text
      )), '[]')
      FROM items i WHERE i.id = ANY ($2) AND i.company_id = $1
    ) AS items
  FROM billing_settings s WHERE s.company_id = $1`

/** A company's settings, and of the items asked for those that it has, in one round trip. */
export function readBillingData(pool: Pool): ReadBillingData {
  return async (companyId, itemIds) => {
    const { rows } = await pool.query<SettingsRow & { items: ItemRow[] }>({
      name: 'read-billing-data',
      text: TEXT,
      values: [companyId, itemIds],
    })
    const [row] = rows
    if (row === undefined) return undefined
    const { items, noteBlocks, ...settings } = row
    return {
      settings: { ...withoutNulls(settings), noteBlocks: NoteBlocks.fromPartial(noteBlocks) },
      items: new Map(items.map((item) => [item.id, catalogItem(item)])),
    }
  }
}

function catalogItem({ id, title, unit, defaultPrice, vatRate }: ItemRow): CatalogItem {
  return {
    id,
    title,
    unit: unit ?? undefined,
    defaultPrice: decimal(defaultPrice),
    vatRate: decimal(vatRate),
  }
}
