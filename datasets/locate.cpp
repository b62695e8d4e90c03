// SPDX-License-Identifier: Apache-2.0
#include <querent/datasets/locate.hpp>

#include <algorithm>
#include <fstream>
#include <optional>
#include <system_error>
#include <thread>

#include <fmt/format.h>

#include <querent/datasets/archive.hpp>
#include <querent/datasets/cache.hpp>
#include <querent/datasets/checksum.hpp>
#include <querent/datasets/error.hpp>
#include <querent/datasets/file_lock.hpp>
#include <querent/datasets/inside.hpp>
#include <querent/datasets/platform/process.hpp>
#include <querent/datasets/write_whole.hpp>

namespace querent {
namespace fs = std::filesystem;
namespace {

constexpr auto kLockPoll = std::chrono::milliseconds(50);

fs::path with_suffix(fs::path path, const char* suffix) {
  return path += suffix;
}

/// The checksum expected of a cached file: the catalogue's, else the one recorded when it was
/// fetched.
std::string expected_checksum(const std::string& known, const fs::path& cached) {
  if (!known.empty()) return known;
  std::string recorded;
  std::ifstream(with_suffix(cached, ".sha256")) >> recorded;
  return recorded;
}

bool intact(const fs::path& path, const std::string& expected) {
  std::error_code missing;
  return !expected.empty() && fs::is_regular_file(path, missing) &&
         sha256_of_file(path) == expected;
}

fs::path cached_path(const DatasetFile& file) {
  return cache_directory() / "data" / file.path;
}

/// Results of one call of locate().
struct Search {
  const DatasetInfo& dataset;
  const LocateOptions& options;
  std::vector<std::string> tried = {};  // sources and their errors
  std::vector<std::string> notes = {};
};

/// Adds the files of `file`, which is intact at `path`. Archive members are unpacked into the
/// cache.
void add_local(const DatasetFile& file, const fs::path& path, const std::string& checksum,
               LocatedDataset& found) {
  if (file.members.empty()) {
    found.files.push_back({file.role, path, checksum});
    return;
  }
  const fs::path cached = cached_path(file);
  for (const ArchiveMember& member : file.members) {
    const fs::path unpacked = with_suffix(cached, ".members") / member.name;
    std::string expected = expected_checksum(member.sha256, unpacked);
    if (!intact(unpacked, expected)) {
      fs::create_directories(unpacked.parent_path());
      extract_member(path, member.name, unpacked);
      const std::string sum = sha256_of_file(unpacked);
      if (!member.sha256.empty() && sum != member.sha256) {
        fs::remove(unpacked);
        throw IoError(fmt::format("{} in {}: its SHA-256 is {}, expected {}", member.name,
                                  path.string(), sum, member.sha256));
      }
      if (member.sha256.empty()) write_whole(with_suffix(unpacked, ".sha256"), sum + "\n");
      expected = sum;
    }
    found.files.push_back({member.role, unpacked, expected});
  }
}

/// The edition, if each of its files lies below `root` with its known checksum.
std::optional<LocatedDataset> in_place(const Edition& edition, const fs::path& root,
                                       Search& search) {
  LocatedDataset found{.format = edition.format};
  for (const DatasetFile& file : edition.files) {
    const fs::path path = root / file.path;  // the absolute path of a user's file replaces root
    std::error_code missing;
    const fs::file_status status = fs::status(path, missing);
    if (!fs::is_regular_file(status) && !inside_program(path)) {
      search.tried.push_back(fmt::format(
          "{}: {}", path.string(), fs::exists(status) ? "not a regular file" : "no such file"));
      return std::nullopt;
    }
    if (const std::string sum = sha256_of_file(path); sum != file.sha256) {
      search.tried.push_back(
          fmt::format("{}: its SHA-256 is {}, expected {}", path.string(), sum, file.sha256));
      return std::nullopt;
    }
    add_local(file, path, file.sha256, found);
  }
  return found;
}

std::optional<LocatedDataset> in_cache(const Edition& edition, Search& search) {
  LocatedDataset found{.format = edition.format};
  for (const DatasetFile& file : edition.files) {
    const fs::path path = cached_path(file);
    std::error_code missing;
    if (!fs::exists(path, missing)) return std::nullopt;
    const std::string expected = expected_checksum(file.sha256, path);
    if (!intact(path, expected)) {
      search.notes.push_back(fmt::format("{} was damaged in the cache", path.string()));
      search.tried.push_back(search.notes.back());
      return std::nullopt;
    }
    add_local(file, path, expected, found);
  }
  return found;
}

FileLock wait_for_lock(const fs::path& lock_file, const std::string& url,
                       const FetchObserver& progress) {
  for (;;) {
    if (auto lock = FileLock::try_lock(lock_file)) return std::move(*lock);
    if (progress && !progress({url, 0, 0})) throw Cancelled();
    std::this_thread::sleep_for(kLockPoll);
  }
}

/// Fetches one file into the cache; if several processes want it, one fetches and the others wait.
void fetch_into_cache(const DatasetFile& file, const std::string& url, const Search& search) {
  const fs::path target = cached_path(file);
  std::error_code error;
  fs::create_directories(target.parent_path(), error);
  if (error)
    throw IoError(
        fmt::format("cannot create {}: {}", target.parent_path().string(), error.message()));
  const FileLock lock = wait_for_lock(with_suffix(target, ".lock"), url, search.options.progress);
  if (intact(target, expected_checksum(file.sha256, target))) return;
  const fs::path part = with_suffix(target, ".part");
  const std::string sum = fetch(
      url, part, {.sha256 = file.sha256, .bytes = file.bytes, .progress = search.options.progress});
  if (!file.content_sha256.empty()) {
    if (const std::string content = sha256_of_content(part); content != file.content_sha256) {
      fs::remove(part);
      throw IoError(fmt::format("cannot fetch {}: the SHA-256 of its content is {}, expected {}",
                                url, content, file.content_sha256));
    }
  }
  if (file.sha256.empty()) write_whole(with_suffix(target, ".sha256"), sum + "\n");
  publish(part, target);
}

/// Gets the edition through the cache; `address` returns the address of a file.
template <typename Address>
std::optional<LocatedDataset> fetched(const Edition& edition, Search& search,
                                      const Address& address) {
  try {
    for (const DatasetFile& file : edition.files) fetch_into_cache(file, address(file), search);
    return in_cache(edition, search);
  } catch (const IoError& error) {
    search.tried.emplace_back(error.what());
  } catch (const DataError& error) {  // a damaged archive or compressed file
    search.tried.emplace_back(error.what());
  }
  return std::nullopt;
}

/// The directory of a file:// address, percent escapes decoded; nullopt for other addresses.
std::optional<fs::path> local_root(const std::string& mirror) {
  std::string_view rest = mirror;
  if (!rest.starts_with("file://")) return std::nullopt;
  rest.remove_prefix(std::string_view("file://").size());
  if (rest.starts_with("localhost/")) rest.remove_prefix(std::string_view("localhost").size());
  std::string path;
  for (std::size_t i = 0; i < rest.size(); ++i) {
    const std::string digits(rest.substr(i, 3));
    if (digits.size() == 3 && digits[0] == '%' &&
        digits.find_first_not_of("0123456789abcdefABCDEF", 1) == std::string::npos) {
      path += static_cast<char>(std::stoi(digits.substr(1), nullptr, 16));
      i += 2;
    } else {
      path += rest[i];
    }
  }
  // file:///C:/data of Windows, where a path without a drive is relative
  if (path.starts_with('/') && fs::path(path.substr(1)).is_absolute()) path.erase(0, 1);
  return fs::path(path);
}

std::optional<LocatedDataset> on_mirror(Search& search) {
  const std::string mirror = platform::environment("QUERENT_MIRROR");
  if (mirror.empty()) return std::nullopt;
  const auto directory = local_root(mirror);
  if (!directory && !mirror.starts_with("http://") && !mirror.starts_with("https://")) {
    throw IoError(fmt::format(
        "QUERENT_MIRROR is {}, expected an address that begins with file://, http:// or https://",
        in_quotes(mirror)));
  }
  for (const Edition& edition : search.dataset.editions) {
    if (!edition.mirrored && !search.dataset.embedded) continue;
    if (!directory && !search.options.allow_network) continue;
    auto found = directory ? in_place(edition, *directory, search)
                           : fetched(edition, search, [&](const DatasetFile& file) {
                               return mirror + (mirror.ends_with('/') ? "" : "/") + file.path;
                             });
    if (found) return found;
  }
  return std::nullopt;
}

std::optional<LocatedDataset> search_everywhere(Search& search) {
  const DatasetInfo& dataset = search.dataset;
  if (dataset.embedded) {
    if (const auto root = embedded_directory())
      return in_place(dataset.editions.front(), *root, search);
    search.tried.emplace_back(
        "the embedded data sets were not found — set QUERENT_DATASETS to the directory that has "
        "embedded/");
    return on_mirror(search);
  }
  const auto added = [](const Edition& edition) {
    return fs::path(edition.files.front().path).is_absolute();
  };
  if (!dataset.editions.empty() && added(dataset.editions.front()))
    return in_place(dataset.editions.front(), {}, search);
  for (const Edition& edition : dataset.editions) {
    if (auto found = in_cache(edition, search)) return found;
  }
  if (auto found = on_mirror(search)) return found;
  for (const Edition& edition : dataset.editions) {
    const bool has_address = std::all_of(edition.files.begin(), edition.files.end(),
                                         [](const DatasetFile& file) { return !file.url.empty(); });
    if (!has_address) continue;
    if (!search.options.allow_network) {
      search.tried.push_back(
          fmt::format("{}: not tried, because the network is disabled", edition.files.front().url));
      continue;
    }
    if (auto found = fetched(edition, search, [](const DatasetFile& file) { return file.url; }))
      return found;
  }
  return std::nullopt;
}

}  // namespace

fs::path LocatedDataset::file(FileRole role) const {
  const auto found = std::ranges::find(files, role, &LocalFile::role);
  return found == files.end() ? fs::path() : found->path;
}

LocatedDataset locate(const DatasetInfo& dataset, const LocateOptions& options) {
  Search search{.dataset = dataset, .options = options};
  if (auto found = search_everywhere(search)) {
    found->notes = std::move(search.notes);
    return std::move(*found);
  }
  std::string text = fmt::format("the data set '{}' is not available", dataset.name);
  for (const std::string& attempt : search.tried) text += "\n  " + attempt;
  const bool public_address = std::ranges::any_of(
      dataset.editions, [](const Edition& edition) { return !edition.files.front().url.empty(); });
  if (!public_address && !dataset.embedded) {
    text +=
        dataset.editions.empty()
            ? fmt::format("\n  {}", dataset.note)
            : std::string(
                  "\n  no public address is known — set QUERENT_MIRROR to a mirror that has it");
    if (!dataset.homepage.empty()) text += fmt::format("\n  see {}", dataset.homepage);
  }
  throw IoError(text);
}

std::vector<FileState> verify(const DatasetInfo& dataset) {
  const auto embedded = embedded_directory();
  std::vector<FileState> best;
  std::ptrdiff_t most = -1;
  for (const Edition& edition : dataset.editions) {
    std::vector<FileState> states;
    for (const DatasetFile& file : edition.files) {
      const fs::path path =
          dataset.embedded ? embedded.value_or(fs::path()) / file.path : cached_path(file);
      std::error_code missing;
      const bool here = fs::is_regular_file(path, missing) || inside_program(path);
      states.push_back({file.role, file.path, here ? path : fs::path(),
                        here && intact(path, expected_checksum(file.sha256, path))});
    }
    const auto here = std::count_if(states.begin(), states.end(),
                                    [](const FileState& state) { return !state.where.empty(); });
    if (here > most) {
      most = here;
      best = std::move(states);
    }
  }
  return best;
}

}  // namespace querent
