import fc from 'fast-check'

/** The same random cases on every machine, so that results are comparable; `LAW_SEED` tries others. */
fc.configureGlobal({ seed: Number(process.env['LAW_SEED'] ?? 20_261_115) })
