// The way in which the unwinder of a program without shared libraries finds a
// function's frame, at the first exception of a run.
//
// gcc begins such a program with an object (crtbeginT.o) that registers all
// frames, and the unwinder sorts them when something is thrown: 51 million
// instructions, as `sluice --version`, which CLI11 throws, had shown. The
// linker sorts them as well (--eh-frame-hdr), and the unwinder uses its table
// if nothing is registered. So the functions that register frames do nothing
// here; the linker puts them in the place of libgcc's (--wrap).
// Thread-safety: nothing is shared.

extern "C" {

// Their names are the linker's.
// NOLINTBEGIN(bugprone-reserved-identifier)
void __wrap___register_frame_info(const void* frames, void* object);
void* __wrap___deregister_frame_info(const void* frames);

void __wrap___register_frame_info(const void* /*frames*/, void* /*object*/) {}
void* __wrap___deregister_frame_info(const void* /*frames*/) { return nullptr; }
// NOLINTEND(bugprone-reserved-identifier)
}
