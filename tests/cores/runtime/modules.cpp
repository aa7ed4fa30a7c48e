// Modules: the PTX in a fat binary, and the shared library that modules.py made of it.
#include <dlfcn.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>

#include "runtime.h"

namespace cores {

std::vector<Module*> modules;
std::unordered_map<const void*, Kernel*> kernels;

namespace {

std::set<const void*> handles;

std::string home() { return environment("ABUT_CORES_HOME", ABUT_CORES_SOURCES); }

/// FNV-1a over words of eight bytes, as in modules.py.
uint64_t hash_bytes(std::string data, uint64_t h = 0xcbf29ce484222325ull) {
  data.resize((data.size() + 7) / 8 * 8);
  for (size_t i = 0; i < data.size(); i += 8) {
    uint64_t word;
    std::memcpy(&word, data.data() + i, 8);
    h = (h ^ word) * 0x100000001b3ull;
    h ^= h >> 29;
  }
  return h;
}

std::string text_of(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(in), {});
}

/// Of the translator, the machine's headers and modules.py, which has the compiler's flags: tool_hash there.
uint64_t hash_translator() {
  std::map<std::string, std::string> texts{{"modules.py", text_of(home() + "/modules.py")}};
  for (const char* folder : {"/translate", "/machine"}) {
    for (const auto& entry : std::filesystem::directory_iterator(home() + folder)) {
      const std::string extension = entry.path().extension();
      if (extension == ".py" || extension == ".h") texts[entry.path().filename()] = text_of(entry.path());
    }
  }
  uint64_t h = hash_bytes("");
  for (const auto& [name, text] : texts) h = hash_bytes(text, h);
  return h;
}

std::string module_name(const std::string& ptx) {
  static const uint64_t translator = hash_translator();
  char text[20];
  std::snprintf(text, sizeof text, "%016lx", hash_bytes(ptx, translator));
  return text;
}

struct FatBinary {
  int magic, version;
  const char* data;
  void* name;
};

std::string ptx_of(const void* fatbin) {
  const char* data = static_cast<const FatBinary*>(fatbin)->data;
  uint64_t size;
  std::memcpy(&size, data + 8, 8);
  const char* end = data + size + 16;
  constexpr char begin[] = "\n.version ";
  const char* found = std::search(data, end, begin, begin + sizeof begin - 1);
  if (found == end) {
    std::fprintf(stderr, "cores: a fat binary has no PTX text: compile for a virtual architecture with -no-compress\n");
    _exit(70);
  }
  std::string text(found + 1);
  text.erase(text.find_last_not_of("\n ") + 1);
  return text;
}

void make_module(const std::string& cache, const std::string& name, const std::string& ptx) {
  std::error_code ignored;  // modules.py says what is wrong with the folder
  std::filesystem::create_directories(cache, ignored);
  const std::string wanted = cache + "/" + name + ".wanted." + std::to_string(getpid());
  std::ofstream(wanted) << ptx << "\n";
  const std::string command = "python3 -B '" + home() + "/modules.py' '" + cache + "' '" + wanted + "' >&2";
  const int status = std::system(command.c_str());
  unlink(wanted.c_str());
  if (status == 0) return;
  std::fprintf(stderr, "cores: module %s cannot be made: see above\n", name.c_str());
  _exit(70);
}

void place_globals(const ModuleInfo& info) {
  for (int i = 0; i < info.globals; ++i) {
    const GlobalVar& g = info.global[i];
    uint8_t* p = static_cast<uint8_t*>(device_alloc(std::max<uint64_t>(g.size, 1), false));
    std::memset(p, 0, g.size);
    if (g.init_size) std::memcpy(p, g.init, g.init_size);
    std::memset(cores_shadow + (p - cores_arena), 3, g.size);
    *g.address = reinterpret_cast<uint64_t>(p);
  }
}

/// Modules take symbols of the stand-in. Who opened it with others, as Python does with an extension, kept them local.
void make_symbols_global() {
  Dl_info own;
  if (dladdr(reinterpret_cast<void*>(&make_symbols_global), &own) != 0) {
    (void)dlopen(own.dli_fname, RTLD_NOW | RTLD_GLOBAL | RTLD_NOLOAD);  // null where it is part of a program
  }
}

void load(Module& module) {
  if (module.loaded) return;
  module.loaded = true;
  init();
  const std::string ptx = ptx_of(module.fatbin);
  module.name = module_name(ptx);
  const std::string cache = environment("ABUT_CORES_CACHE", "abut-cores-modules"),
                    path = cache + "/" + module.name + ".so";
  if (access(path.c_str(), R_OK) != 0) make_module(cache, module.name, ptx);
  make_symbols_global();
  void* library = dlopen(path[0] == '/' ? path.c_str() : ("./" + path).c_str(), RTLD_NOW | RTLD_LOCAL);
  module.info = library ? static_cast<const ModuleInfo*>(dlsym(library, "cores_module")) : nullptr;
  if (!module.info) {
    std::fprintf(stderr, "cores: %s\n", dlerror());
    _exit(70);
  }
  place_globals(*module.info);
}

}  // namespace

void add_kernel(void** module, const void* function, const char* name) {
  Kernel* kernel = new Kernel();
  kernel->module = reinterpret_cast<Module*>(module);
  kernel->name = name;
  kernels[function] = kernel;
  handles.insert(kernel);
}

Kernel* find_kernel(const void* function) {
  Kernel* kernel = nullptr;
  if (handles.count(function)) {
    kernel = static_cast<Kernel*>(const_cast<void*>(function));
  } else if (const auto at = kernels.find(function); at != kernels.end()) {
    kernel = at->second;
  } else {
    return nullptr;
  }
  load(*kernel->module);
  const ModuleInfo& info = *kernel->module->info;
  for (int i = 0; !kernel->info && i < info.kernels; ++i) {
    if (kernel->name == info.kernel[i].name) kernel->info = &info.kernel[i];
  }
  return kernel->info ? kernel : nullptr;
}

}  // namespace cores
