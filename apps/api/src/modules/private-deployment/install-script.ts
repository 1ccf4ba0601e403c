import type { Locale } from '@yunduo/i18n';
import { downloadAnswers as en } from '@yunduo/i18n/en/download-answers';
import { downloadAnswers as zh } from '@yunduo/i18n/zh/download-answers';
import { IMAGE_DIGEST_PATTERN, VERSION_PATTERN } from '@yunduo/validation';
import { fill } from '../../http/envelope.ts';

const words = { zh: zh.install, en: en.install };

export interface ScriptPackage {
  arch: string;
  url: string;
  sha256: string;
  humanSize: string;
}

/** Quotes a text as one POSIX shell word. */
export const shellQuote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

const ARCH_NAMES: Record<string, string> = { x86_64: 'x86_64 | amd64', arm64: 'aarch64 | arm64' };

/**
 * The script that installs one version (POSIX sh). Version, URLs and checksums are embedded; downloads are verified
 * against them before anything is unpacked or run. The same version, language and origin give the same bytes, so that
 * the script itself can be pinned by checksum.
 */
export function installScript(version: string, packages: readonly ScriptPackage[], locale: Locale): string {
  const say = words[locale];
  if (!VERSION_PATTERN.test(version)) throw new Error(`no version: ${JSON.stringify(version)}`);
  for (const { sha256 } of packages) {
    if (!IMAGE_DIGEST_PATTERN.test(`sha256:${sha256}`)) throw new Error('no checksum');
  }
  // Texts with `%s` are printf formats; all others are printed literally.
  const q = shellQuote;
  const archs = packages.map(({ arch }) => arch).join(', ');
  const secure = packages.every(({ url }) => url.startsWith('https:'));
  const branches = packages.map(
    ({ arch, url, sha256, humanSize }) => `    ${ARCH_NAMES[arch] ?? arch})
      arch=${q(arch)}
      url=${q(url)}
      sha256=${q(sha256)}
      size=${q(humanSize)}
      ;;`,
  );
  return `#!/bin/sh
# ${fill(say.title, { version })}
# ${say.what}
set -eu

version=${q(version)}
default_prefix='/opt/yunduo'

say() { printf '%s\\n' "$1"; }
fail() {
  printf '%s\\n' "$1" >&2
  exit 1
}
have() { command -v "$1" >/dev/null 2>&1; }

usage() {
  say ${q(say.usage)}
  say ${q(`  --prefix DIR   ${say.usage_prefix}`)}
  say ${q(`  --help         ${say.usage_help}`)}
}

check_tools() {
  for tool in uname mktemp dirname tar gzip rm mkdir; do
    have "$tool" || fail "$(printf ${q(say.missing_tool)} "$tool")"
  done
  have curl || have wget || fail ${q(say.missing_download)}
  have sha256sum || have shasum || have openssl || fail ${q(say.missing_checksum)}
}

download() {
  if have curl; then
    if [ -t 2 ]; then progress='--progress-bar'; else progress='--silent'; fi
    curl --fail --show-error "$progress" --proto ${q(secure ? '=https' : '=http,https')} \\
      --connect-timeout 15 --speed-limit 1 --speed-time 60 --retry 2 --output "$2" "$1"
  else
    wget -q -T 60 -O "$2" "$1"
  fi
}

checksum() {
  if have sha256sum; then
    sum=$(sha256sum <"$1")
  elif have shasum; then
    sum=$(shasum -a 256 <"$1")
  else
    sum=$(openssl dgst -sha256 -r <"$1")
  fi
  printf '%s' "\${sum%% *}"
}

# Everything is in functions, so that half a script does nothing.
main() {
  prefix=\${YUNDUO_PREFIX:-$default_prefix}
  while [ $# -gt 0 ]; do
    case $1 in
      --prefix)
        [ $# -ge 2 ] && [ -n "$2" ] || fail ${q(say.prefix_missing)}
        prefix=$2
        shift
        ;;
      --help | -h)
        usage
        return 0
        ;;
      *)
        usage >&2
        fail "$(printf ${q(say.unknown_option)} "$1")"
        ;;
    esac
    shift
  done
  case $prefix in
    /*) ;;
    *) prefix=$PWD/$prefix ;;
  esac

  check_tools
  system=$(uname -s)
  [ "$system" = Linux ] || fail "$(printf ${q(say.unsupported_system)} "$system")"
  machine=$(uname -m)
  case $machine in
${branches.join('\n')}
    *) fail "$(printf ${q(fill(say.unsupported_arch, { archs }))} "$machine")" ;;
  esac

  parent=$prefix
  while [ ! -e "$parent" ]; do parent=$(dirname "$parent"); done
  if [ ! -d "$parent" ] || [ ! -w "$parent" ]; then
    fail "$(printf ${q(say.not_writable)} "$prefix")"
  fi

  work=$(mktemp -d "\${TMPDIR:-/tmp}/yunduo-install.XXXXXX") || fail ${q(say.no_temporary)}
  trap 'rm -rf "$work"' EXIT
  trap 'exit 129' HUP
  trap 'exit 130' INT
  trap 'exit 143' TERM

  say "$(printf ${q(say.downloading)} "$version" "$arch" "$size")"
  download "$url" "$work/package.tar.gz" || fail ${q(say.download_failed)}

  say ${q(say.checking)}
  actual=$(checksum "$work/package.tar.gz")
  if [ "$actual" != "$sha256" ]; then
    printf ${q(`${say.checksum_wrong}\\n`)} "$sha256" "$actual" >&2
    exit 1
  fi

  mkdir "$work/package"
  tar -xzof "$work/package.tar.gz" -C "$work/package" || fail ${q(say.unpack_failed)}
  [ -f "$work/package/install" ] || fail ${q(say.no_installer)}

  say "$(printf ${q(say.installing)} "$prefix")"
  sh "$work/package/install" --prefix "$prefix" || fail ${q(say.installer_failed)}
  say "$(printf ${q(say.done)} "$version" "$prefix")"
}

main "$@"
`;
}
