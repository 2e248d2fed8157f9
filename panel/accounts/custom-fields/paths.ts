// Where custom fields and their groups stand (spec 1 §2).
export const custom_fields_path = '/merchant/custom-field';
export const groups_path = '/merchant/groups';
