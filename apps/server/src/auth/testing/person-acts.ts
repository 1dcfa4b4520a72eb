const THREAD = '"thread_id":"thr_00000000000000000000000000000000"'
const CALL = '"tool_call_id":"call_00000000000000000000000000000000"'
/** Every command that only a person can give, with valid fields. */
export const PERSON_COMMANDS: ReadonlyMap<string, string> = new Map([
  ['thread_delete', THREAD],
  ['mode_set', `${THREAD},"permission_mode":"plan"`],
  ['model_set', `${THREAD},"model":"demo"`],
  ['capabilities_set', `${THREAD},"capabilities":{"secrets":true}`],
  ['tool_approval_response', `${CALL},"decision":"allow_once","hash":"${'0'.repeat(64)}"`],
  ['keep_waiting', CALL],
  ['call_settle', `${CALL},"how":"done","hash":"${'0'.repeat(64)}"`],
  ['call_undo', CALL],
  ['files_look', `${THREAD},"folders":["."]`],
  ['turn_undo', '"turn_id":"trn_00000000000000000000000000000000"'],
])
