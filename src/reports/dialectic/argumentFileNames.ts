/**
 * Where each argument's file stands, relative to the debate's folder: under its id wherever that can be a file's name on
 * every system. Records of other programs may hold any id.
 */
export function argumentFileNames(ids: Iterable<string>): Map<string, string> {
  const names = new Map<string, string>();
  const taken = new Set<string>();
  for (const id of ids) {
    const plain =
      /^[A-Za-z0-9][\w-]{0,79}$/.test(id) && !/^(?:con|prn|aux|nul|com\d|lpt\d)$/i.test(id)
        ? id
        : `argument_${id.replace(/[^A-Za-z0-9-]+/g, '_').slice(0, 60)}`;
    let name = plain;
    for (let number = 2; taken.has(name.toLowerCase()); number += 1) name = `${plain}_${number}`;
    taken.add(name.toLowerCase());
    names.set(id, `arguments/${name}.md`);
  }
  return names;
}
